export { lateIcons as default } from "./icons.plugin.ts";
