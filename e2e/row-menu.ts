import type { Locator } from "@playwright/test";

/** Opens 「⋯」 of a track's row: a sheet in the row, or without JavaScript the row's `<details>`. */
export async function openRowMenu(row: Locator): Promise<void> {
  await row.getByLabel(/」のメニュー$/).click();
}
