import { expect, test, vi } from "vitest";
import { withSettings } from "#test/settings.ts";
import { openTraces } from "./traces.server.ts";

withSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined });

test("OpenTelemetry's own variables say whether anything is traced", async () => {
  expect(await openTraces()).toBeNull();
  vi.stubEnv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:9/v1/traces");
  for (const [name, value] of [
    ["OTEL_SDK_DISABLED", "TRUE"],
    ["OTEL_TRACES_EXPORTER", "none"],
  ] as const) {
    vi.stubEnv(name, value);
    expect(await openTraces(), name).toBeNull();
    vi.stubEnv(name, undefined);
  }
  const traces = await openTraces();
  expect(traces).not.toBeNull();
  await traces?.close();
  vi.unstubAllEnvs();
});
