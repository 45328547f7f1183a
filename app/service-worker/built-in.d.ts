/** What `app/build-service-worker.mjs` writes in. */
declare const shellVersion: string;
declare const shellFiles: readonly string[];

declare module "*.html?raw" {
  const text: string;
  export default text;
}
