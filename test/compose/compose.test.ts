import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { environmentSchema } from "#app/config/environment.ts";
import { projectRoot } from "#app/config/project-root.ts";

const read = (name: string) => readFileSync(path.join(projectRoot, name), "utf8");
const compose: unknown = parse(read("compose.yaml"), { merge: true });

const services = z
  .object({
    services: z.record(
      z.string(),
      z.looseObject({
        image: z.string(),
        command: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(compose).services;

test("compose.yaml is what the Compose Specification allows", () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // It names the draft by https, which the validator knows by http alone.
  const { $schema: _, ...schema } = JSON.parse(read("test/compose/compose-spec.json"));
  const isValid = ajv.compile(schema);
  isValid(compose);
  expect(isValid.errors).toBeNull();
  isValid({ services: { app: { imagee: "mugen" } } });
  expect(isValid.errors).not.toBeNull();
});

test("images have a version, and the app's settings are settings of the program", () => {
  for (const { image } of Object.values(services)) expect(image).toMatch(/:(?:local$|.*\d[.-]\d)/);
  const known = Object.keys(environmentSchema.shape);
  for (const name of ["app", "worker"])
    expect(known).toEqual(expect.arrayContaining(Object.keys(services[name]?.environment ?? {})));
  const examples = [...read(".env.example").matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  const ofCompose = ["COMPOSE_PROFILES", "MUGEN_DOMAIN", "POSTGRES_PASSWORD"];
  expect([...known, ...ofCompose]).toEqual(expect.arrayContaining(examples));
});

test("what the containers run and write is in the image", () => {
  const image = read("Dockerfile");
  expect(services.worker?.command).toEqual(["node", "build/server/worker.js"]);
  expect(image).toContain("COPY --from=build /app/build ./build");
  // Volumes take the owner of the image's folders; root would own others.
  expect(image).toContain("mkdir /data /backups && chown node:node /data /backups");
});

test("what compose.yaml sets for the app does not hide what .env says about backups", () => {
  for (const name of ["app", "worker"])
    expect(services[name]?.environment?.BACKUP_TO).toMatch(/^\$\{BACKUP_TO:-\/backups\}$/);
});
