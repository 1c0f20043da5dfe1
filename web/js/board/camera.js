/**
 * The visible part of the plane. It follows the hive until the user zooms or pans, and again after `fit`.
 *
 * @import { Point } from "./geometry.js"
 * @typedef {[left: number, top: number, width: number, height: number]} Box
 */

import { HALF, ROW } from "./geometry.js";

/** The duration of an animation in milliseconds. */
const DURATION = 260;
/** The limits of zooming, as widths of the plane. */
const [NARROWEST, WIDEST] = [300, 12_000];

/** The box around the tiles at these centers. @param {Point[]} centers @returns {Box} */
export function boxAround(centers) {
  const xs = centers.map(({ x }) => x);
  const ys = centers.map(({ y }) => y);
  const [left, right] = [Math.min(...xs) - 108, Math.max(...xs) + 108];
  const [top, bottom] = [Math.min(...ys) - 138, Math.max(...ys) + 118];
  // Limits how large a few tiles are drawn.
  const wider = Math.max(0, 9 * HALF - (right - left)) / 2;
  const higher = Math.max(0, 4.2 * ROW - (bottom - top)) / 2;
  return [left - wider, top - higher, right - left + 2 * wider, bottom - top + 2 * higher];
}

export class Camera {
  /** @param {SVGSVGElement} svg @param {(isManual: boolean) => void} onChange */
  constructor(svg, onChange) {
    this.svg = svg;
    this.onChange = onChange;
    /** The current view and its target. @type {Box | null} */
    this.seen = null;
    /** @type {Box | null} */
    this.wanted = null;
    this.isManual = false;
    /** @type {Point[]} */
    this.centers = [{ x: 0, y: 0 }];
    this.frame = 0;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** Keeps these centers in view. @param {Point[]} centers @param {boolean} [atOnce] */
  follow(centers, atOnce = false) {
    this.centers = centers.length ? centers : [{ x: 0, y: 0 }];
    if (this.isManual) return;
    const { width, height } = this.size();
    const box = boxAround(this.centers);
    const zoom = (/** @type {Box} */ [, , boxWidth, boxHeight]) => Math.min(width / boxWidth, height / boxHeight);
    const wanted = this.wanted;
    const isInside =
      wanted && box[0] >= wanted[0] && box[1] >= wanted[1] && box[0] + box[2] <= wanted[0] + wanted[2] && box[1] + box[3] <= wanted[1] + wanted[3];
    // Keeps the view unless the hive leaves it or becomes small in it.
    if (!wanted || atOnce || !isInside || zoom(box) > 1.2 * zoom(wanted)) {
      const [boxWidth, boxHeight] = [width / zoom(box), height / zoom(box)];
      this.wanted = [box[0] + (box[2] - boxWidth) / 2, box[1] + (box[3] - boxHeight) / 2, boxWidth, boxHeight];
    }
    if (this.wanted) this.moveTo(this.wanted, atOnce);
  }

  /** Follows the hive again. @param {boolean} [atOnce] */
  fit(atOnce = false) {
    this.isManual = false;
    this.wanted = null;
    this.follow(this.centers, atOnce);
    this.onChange(false);
  }

  /** Updates the view after the board was resized. */
  resized() {
    if (this.isManual && this.seen) {
      const { width, height } = this.size();
      const [left, top, boxWidth, boxHeight] = this.seen;
      const newHeight = (boxWidth * height) / width;
      this.moveTo([left, top + (boxHeight - newHeight) / 2, boxWidth, newHeight], true);
    } else {
      this.fit(true);
    }
  }

  /** Zooms by a factor around a point of the window. @param {number} factor @param {Point} at */
  zoom(factor, at) {
    if (!this.seen) return;
    const [left, top, width, height] = this.seen;
    const { x, y } = this.toPlane(at);
    const bounded = Math.min(WIDEST, Math.max(NARROWEST, width * factor)) / width;
    this.manual([x + (left - x) * bounded, y + (top - y) * bounded, width * bounded, height * bounded]);
  }

  /** Pans by a distance in window pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    if (!this.seen) return;
    const scale = this.seen[2] / this.size().width;
    this.manual([this.seen[0] - dx * scale, this.seen[1] - dy * scale, this.seen[2], this.seen[3]]);
  }

  /** Converts a point from window to plane coordinates. @param {Point} at @returns {Point} */
  toPlane({ x, y }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const [seenLeft, seenTop, seenWidth, seenHeight] = this.seen ?? [0, 0, 1, 1];
    return { x: seenLeft + ((x - left) / width) * seenWidth, y: seenTop + ((y - top) / height) * seenHeight };
  }

  /** Converts a point from plane to window coordinates. @param {Point} at @returns {Point} */
  toWindow({ x, y }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const [seenLeft, seenTop, seenWidth, seenHeight] = this.wanted ?? [0, 0, 1, 1];
    return { x: left + ((x - seenLeft) / seenWidth) * width, y: top + ((y - seenTop) / seenHeight) * height };
  }

  /** Window pixels per unit of the plane. */
  scale() {
    return this.size().width / (this.wanted?.[2] ?? 1);
  }

  size() {
    const { width, height } = this.svg.getBoundingClientRect();
    return { width: width || 1, height: height || 1 };
  }

  /** @param {Box} box */
  manual(box) {
    const [left, top, right, bottom] = [box[0], box[1], box[0] + box[2], box[1] + box[3]];
    // Part of the hive stays in view.
    if (!this.centers.some(({ x, y }) => x > left && x < right && y > top && y < bottom)) return;
    this.isManual = true;
    this.wanted = box;
    this.moveTo(box, true);
    this.onChange(true);
  }

  /** @param {Box} target @param {boolean} atOnce */
  moveTo(target, atOnce) {
    cancelAnimationFrame(this.frame);
    const old = this.seen ?? target;
    const began = performance.now();
    const tick = (/** @type {number} */ now) => {
      const time = atOnce || this.still.matches || !this.seen ? 1 : Math.min(1, Math.max(0, now - began) / DURATION);
      const share = time * (2 - time);
      this.seen = /** @type {Box} */ (target.map((side, index) => old[index] + (side - old[index]) * share));
      this.svg.setAttribute("viewBox", this.seen.map((side) => side.toFixed(1)).join(" "));
      if (time < 1) this.frame = requestAnimationFrame(tick);
    };
    tick(began);
  }
}
