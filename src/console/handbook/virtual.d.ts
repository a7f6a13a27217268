/** The handbook, which `scripts/console/handbook.ts` makes of `docs/`. */
declare module "virtual:handbook" {
  const pages: import("./model").HandbookPage[];
  export default pages;
}
