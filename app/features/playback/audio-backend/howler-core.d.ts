/** Howler without its spatial plug-in. */
declare module "howler/dist/howler.core.min.js" {
  export { Howl, Howler } from "howler";
}
