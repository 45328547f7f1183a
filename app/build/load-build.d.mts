export function importBuild(name: string): Promise<{ run(args?: string[]): Promise<number> }>;
export function describeStartError(error: unknown): unknown;
