import type { Page } from "@playwright/test";
import { sampleText } from "#test/api/journeys.ts";
import { expect } from "../site.ts";

/** Publishes a track through the API. */
export async function publish(page: Page, title: string): Promise<void> {
  const { request } = page.context();
  const written = await (
    await request.post("/api/generate-script", { data: { inputText: sampleText, title } })
  ).json();
  const { taskId } = await (
    await request.post("/api/v2/background-process", {
      data: { inputText: sampleText, speakingRate: 1, script: written.script, title, labels: written.labels },
    })
  ).json();
  const task = async () => (await request.get(`/api/audio-tasks/${taskId}`)).json();
  await expect.poll(async () => (await task()).status, { timeout: 60_000 }).toBe("completed");
  const preview = JSON.parse((await task()).errorMessage);
  const published = await request.post("/api/publish-track", {
    data: { ...preview, title, labels: written.labels, agreedToTerms: true },
  });
  expect(published.status()).toBe(200);
}
