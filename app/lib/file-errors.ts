/** The system error code (`ENOENT`), if the error has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether a file system call failed because the path does not exist, or a part of it is not a folder. */
export function isMissingPath(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** The result of the call, or null when its path does not exist. Throws any other error. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isMissingPath(error)) return null;
    throw error;
  }
}
