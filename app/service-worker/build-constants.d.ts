/** By `app/build/build-service-worker.mjs`. */
declare const shellVersion: string;
declare const shellFiles: readonly string[];

declare module "*.html?raw" {
  const text: string;
  export default text;
}
