export function importBuild(
  name: string,
  o?: { asItIs?: boolean },
): Promise<{ run(args?: string[]): Promise<number> }>;
export function describeStartError(error: unknown): unknown;
