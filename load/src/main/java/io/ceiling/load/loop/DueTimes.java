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
        int index = size++;
        while (index > 0) {
            int parent = (index - 1) / 2;
            if (times[parent] - nanos <= 0) {
                break;
            }
            times[index] = times[parent];
            numbers[index] = numbers[parent];
            index = parent;
        }
        times[index] = nanos;
        numbers[index] = number;
    }

    /** Removes the number with the earliest time and returns it. The heap must not be empty. */
    int take() {
        int first = numbers[0];
        size--;
        long nanos = times[size];
        int number = numbers[size];
        int index = 0;
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && times[child + 1] - times[child] < 0) {
                child++;
            }
            if (nanos - times[child] <= 0) {
                break;
            }
            times[index] = times[child];
            numbers[index] = numbers[child];
            index = child;
        }
        times[index] = nanos;
        numbers[index] = number;
        return first;
    }

    void clear() {
        size = 0;
    }
}
