const endStates: readonly string[] = ["completed", "failed", "cancelled"];

/** Its file still comes, it waits, or a worker is on it. */
export const isOpen = ({ state }: { state: string }): boolean => !endStates.includes(state);
