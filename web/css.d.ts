/** A style sheet as text, which the bundler of `<waggle-board>` makes of it. */
declare module "*.css" {
  const text: string;
  export default text;
}
