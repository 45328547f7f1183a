import type { Page } from "@playwright/test";
import { agreements } from "#app/features/creation/creation.ts";

/** Ticks every point of the list at the end of the creation page. */
export async function agree(page: Page): Promise<void> {
  for (const point of agreements) await page.getByLabel(point).check();
}
