/** Of a thread or process `name` beside the file `base` (`import.meta.url`): its source, or its bundle in `build/server/`. */
export const entryUrl = (name: string, base: string): URL =>
  new URL(`./${name}.${new URL(base).pathname.endsWith(".ts") ? "ts" : "js"}`, base);
