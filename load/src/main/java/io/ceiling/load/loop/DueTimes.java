package io.ceiling.load.loop;

/** A binary heap of numbers with due times, at about 12 bytes each. It allocates nothing once it is created. */
final class DueTimes {

    private final long[] times;
    private final int[] numbers;
    private int size;

    /** @param capacity maximum number of entries at the same time */
    DueTimes(int capacity) {
        this.times = new long[capacity];
        this.numbers = new int[capacity];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the earliest time, as {@link System#nanoTime}; meaningless if this heap is empty. */
    long nextNanos() {
        return times[0];
    }

    void add(int number, long nanos) {
        int place = size++;
        while (place > 0) {
            int parent = (place - 1) / 2;
            if (times[parent] - nanos <= 0) {
                break;
            }
            times[place] = times[parent];
            numbers[place] = numbers[parent];
            place = parent;
        }
        times[place] = nanos;
        numbers[place] = number;
    }

    /** Removes the number with the earliest time and returns it. The heap must not be empty. */
    int take() {
        int first = numbers[0];
        size--;
        long nanos = times[size];
        int number = numbers[size];
        int place = 0;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && times[child + 1] - times[child] < 0) {
                child++;
            }
            if (nanos - times[child] <= 0) {
                break;
            }
            times[place] = times[child];
            numbers[place] = numbers[child];
            place = child;
        }
        times[place] = nanos;
        numbers[place] = number;
        return first;
    }

    void clear() {
        size = 0;
    }
}
