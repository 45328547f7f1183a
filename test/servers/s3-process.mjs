// An S3 server in a process of its own: `node s3-process.mjs FOLDER BUCKET…`. Prints its port; ends with its standard input.
import S3rver from "@20minutes/s3rver";

const [directory, ...buckets] = process.argv.slice(2);
const s3 = new S3rver({
  directory,
  address: "127.0.0.1",
  port: 0,
  silent: true,
  configureBuckets: buckets.map((name) => ({ name })),
});
const { port } = await s3.run();
process.stdout.write(`${port}\n`);
process.stdin.resume().on("end", () => process.exit(0));
