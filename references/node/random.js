'use strict';

const GOLDEN_GAMMA = 0x9e3779b97f4a7c15n;

/**
 * Draws the same numbers as java.util.SplittableRandom with the same seed, so that each server publishes to the same channels in the
 * same order. Its constants are those of the published algorithm (Steele, Lea and Flood, 2014).
 */
class Splittable {
  #seed;

  constructor(seed) {
    this.#seed = BigInt(seed);
  }

  #next32() {
    this.#seed = BigInt.asUintN(64, this.#seed + GOLDEN_GAMMA);
    let z = this.#seed;
    z = BigInt.asUintN(64, (z ^ (z >> 33n)) * 0x62a9d9ed799705f5n);
    z = BigInt.asUintN(64, (z ^ (z >> 28n)) * 0xcb24d0a5c88c35b3n);
    return Number(z >> 32n);
  }

  /** Returns a number from 0 to the bound, exclusive. */
  next(bound) {
    const most = bound - 1;
    let drawn = this.#next32();
    if ((bound & most) === 0) {
      return (drawn & most) >>> 0;
    }
    for (;;) {
      const positive = drawn >>> 1;
      const rest = positive % bound;
      // Numbers beyond the last multiple of the bound are drawn again, or small ones would come more often.
      if (positive + most - rest < 2 ** 31) {
        return rest;
      }
      drawn = this.#next32();
    }
  }
}

module.exports = { Splittable };
