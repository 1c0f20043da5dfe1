/**
 * The sounds of the board, made as they are heard: no file is loaded.
 *
 * @typedef {"move" | "place" | "capture" | "win" | "wrong"} SoundName
 * @typedef {[start: number, length: number, pitch: number, volume: number, shape?: OscillatorType]} Note  Seconds, and Hertz.
 */

import { text } from "../texts/text.js";

/** Wood on wood: a knock that falls in pitch. @type {Record<SoundName, Note[]>} */
const NOTES = {
  move: [[0, 0.09, 240, 0.5], [0, 0.03, 1500, 0.12, "triangle"]],
  place: [[0, 0.12, 170, 0.7], [0, 0.04, 900, 0.2, "triangle"]],
  capture: [[0, 0.16, 130, 0.7], [0.09, 0.5, 98, 0.6, "triangle"]],
  win: [[0.35, 0.22, 523, 0.25, "triangle"], [0.49, 0.22, 659, 0.25, "triangle"], [0.63, 0.22, 784, 0.25, "triangle"], [0.77, 0.7, 1047, 0.3, "triangle"]],
  wrong: [[0, 0.16, 208, 0.3, "triangle"], [0.14, 0.3, 156, 0.3, "triangle"]],
};

const PICTURE =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z"/><path class="on" d="M15.5 9q2 3 0 6M18 6.5q4 5.5 0 11"/>' +
  '<path class="off" d="M16 9.5l5 5M21 9.5l-5 5"/></svg>';

export class Sound {
  /**
   * @param {HTMLElement} host  Where the switch is.
   * @param {boolean} isOn
   * @param {(isOn: boolean) => void} keep
   */
  constructor(host, isOn, keep) {
    this.isOn = isOn;
    /** @type {AudioContext | null} */
    this.context = null;
    this.button = document.createElement("button");
    Object.assign(this.button, { type: "button", className: "sound over", innerHTML: PICTURE });
    Object.assign(this.button.dataset, { title: "game.sound", label: "game.sound" });
    this.button.onclick = () => {
      this.isOn = !this.isOn;
      keep(this.isOn);
      this.draw();
      this.play("move");
    };
    host.append(this.button);
    this.draw();
  }

  draw() {
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.button.setAttribute("aria-label", text("game.sound"));
    this.button.title = text("game.sound");
  }

  /** @param {SoundName} name */
  play(name) {
    // Before the first click or key a browser lets no page be heard.
    if (!this.isOn || !navigator.userActivation?.hasBeenActive || !("AudioContext" in globalThis)) return;
    this.context ??= new AudioContext();
    this.context.resume().catch(() => {});
    for (const note of NOTES[name]) sound(this.context, note);
  }
}

/** @param {AudioContext} context @param {Note} note */
function sound(context, [start, length, pitch, volume, shape = "sine"]) {
  const begin = context.currentTime + start;
  const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  if (pitch < 300) tone.frequency.exponentialRampToValueAtTime(pitch / 2, begin + length);
  tone.connect(gain).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
