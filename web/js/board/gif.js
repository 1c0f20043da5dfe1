/** A GIF that plays pictures one after the other: one palette for all of them, and after the first only what has changed. */

/** The most colors. One more stands for what has not changed. */
const SAME = 255;
/** The bits of a color in the palette, and the longest code. */
const [BITS, LONGEST] = [8, 12];

/** A color with five bits for each part. @param {Uint8ClampedArray} pixels @param {number} at */
const roughly = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

/** The most frequent colors. @param {Uint8ClampedArray[]} pictures @returns {number[][]} */
function paletteOf(pictures) {
  /** For each rough color how often it occurs, and the sums of its parts. */
  const sums = Array.from({ length: 1 << 15 }, () => [0, 0, 0, 0]);
  for (const pixels of pictures) {
    for (let at = 0; at < pixels.length; at += 4) {
      const sum = sums[roughly(pixels, at)];
      sum[0] += 1;
      for (let part = 0; part < 3; part += 1) sum[part + 1] += pixels[at + part];
    }
  }
  const used = sums.filter(([count]) => count).sort(([one], [other]) => other - one);
  return used.slice(0, SAME).map(([count, ...parts]) => parts.map((part) => Math.round(part / count)));
}

/** Numbers of two bytes. @param {number[]} numbers */
const words = (...numbers) => numbers.flatMap((number) => [number & 255, number >> 8]);

/** @param {string} text */
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));

export class Gif {
  /** @param {number} width @param {number} height @param {Uint8ClampedArray[]} samples  Pictures with the colors of all, as RGBA. */
  constructor(width, height, samples) {
    this.width = width;
    this.height = height;
    this.palette = paletteOf(samples);
    /** The nearest in the palette of each rough color, once it was looked for. */
    this.nearest = new Int16Array(1 << 15).fill(-1);
    /** @type {Uint8Array | null} */
    this.last = null;
    const colors = Array.from({ length: 256 }, (_, index) => this.palette[index] ?? [0, 0, 0]).flat();
    const forEver = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.parts = [new Uint8Array([...letters("GIF89a"), ...words(width, height), 0xf7, 0, 0, ...colors, ...forEver])];
  }

  /** Adds a picture. @param {Uint8ClampedArray} pixels @param {number} time  In hundredths of a second. */
  add(pixels, time) {
    const { width, height, last } = this;
    const now = new Uint8Array(width * height);
    for (let at = 0; at < now.length; at += 1) now[at] = this.indexOf(pixels, 4 * at);
    let [left, top, right, bottom] = last ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
    for (let at = 0; last && at < now.length; at += 1) {
      if (now[at] === last[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    // A picture has at least one pixel.
    if (right < 0) [left, top, right, bottom] = [0, 0, 0, 0];
    const indexes = [];
    for (let y = top; y <= bottom; y += 1) {
      for (let at = y * width + left; at <= y * width + right; at += 1) indexes.push(last?.[at] === now[at] ? SAME : now[at]);
    }
    this.last = now;
    const control = [0x21, 0xf9, 4, 0b101, ...words(time), SAME, 0];
    const frame = [0x2c, ...words(left, top, right - left + 1, bottom - top + 1), 0, BITS];
    this.parts.push(new Uint8Array([...control, ...frame]), compress(indexes), new Uint8Array([0]));
  }

  /** @param {Uint8ClampedArray} pixels @param {number} at */
  indexOf(pixels, at) {
    const color = roughly(pixels, at);
    if (this.nearest[color] < 0) {
      const far = this.palette.map((parts) => parts.reduce((sum, part, index) => sum + (part - pixels[at + index]) ** 2, 0));
      this.nearest[color] = far.indexOf(Math.min(...far));
    }
    return this.nearest[color];
  }

  blob() {
    return new Blob([...this.parts, new Uint8Array([0x3b])], { type: "image/gif" });
  }
}

/** LZW as GIF has it, in blocks. @param {number[]} indexes */
function compress(indexes) {
  const [clear, end] = [1 << BITS, (1 << BITS) + 1];
  /** @type {number[]} */
  const bytes = [];
  let [bits, filled, size, next] = [0, 0, BITS + 1, end + 1];
  const emit = (/** @type {number} */ code) => {
    bits |= code << filled;
    filled += size;
    for (; filled >= 8; filled -= 8, bits >>>= 8) bytes.push(bits & 255);
  };
  /** The codes of known sequences, by the code before the last index, and that. @type {Map<number, number>} */
  const codes = new Map();
  emit(clear);
  let [before, ...others] = indexes;
  for (const index of others) {
    const key = (before << BITS) | index;
    const known = codes.get(key);
    if (known !== undefined) {
      before = known;
      continue;
    }
    emit(before);
    before = index;
    if (next === 1 << LONGEST) {
      emit(clear);
      codes.clear();
      [size, next] = [BITS + 1, end + 1];
      continue;
    }
    if (next === 1 << size) size += 1;
    codes.set(key, next);
    next += 1;
  }
  emit(before);
  emit(end);
  if (filled) bytes.push(bits & 255);
  const blocks = [];
  for (let at = 0; at < bytes.length; at += 255) blocks.push(Math.min(255, bytes.length - at), ...bytes.slice(at, at + 255));
  return new Uint8Array(blocks);
}
