/** Sent on `window` when a preview was started, so that the indicator looks at the member's tasks. */
export const generationStarted = "mugen:generation-started";

export function announceGeneration(): void {
  window.dispatchEvent(new Event(generationStarted));
}
