/** A style sheet as text, which the bundler of `<waggle-board>` makes of it. */
declare module "*.css" {
  const text: string;
  export default text;
}

/** The board on our own page is that for others. */
interface HTMLElementTagNameMap {
  "waggle-board": HTMLElement;
}
