const endStates: readonly string[] = ["completed", "failed", "cancelled"];

/** Whether a task of any kind has not ended: its file still comes, it waits, or a worker is on it. */
export const isOpen = ({ state }: { state: string }): boolean => !endStates.includes(state);
