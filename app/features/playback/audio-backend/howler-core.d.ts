declare module "howler/dist/howler.core.min.js" {
  export { Howl, Howler } from "howler";
}
