/** The system's code of a failed call (`ENOENT`), if the error carries one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether a file system call failed because the path does not exist, or leads through something that is no folder. */
export function isMissingPath(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** What the call gives, or null when its path does not exist; any other error goes on. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isMissingPath(error)) return null;
    throw error;
  }
}
