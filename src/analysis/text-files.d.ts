declare module "*.txt" {
  /** The path of the file, also inside the executable. */
  const path: string;
  export default path;
}
