const megabyte = 1024 * 1024;

/** 「4.2MB」「1.3GB」: how much room files take, as people read it; never none at all. */
export function formatBytes(bytes: number): string {
  const megabytes = Math.max(0.1, bytes / megabyte);
  return megabytes < 999.95 ? `${megabytes.toFixed(1)}MB` : `${(megabytes / 1024).toFixed(1)}GB`;
}
