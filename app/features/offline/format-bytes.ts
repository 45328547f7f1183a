const megabyte = 1024 * 1024;

/** 「4.2MB」「1.3GB」: how much room files take, as people read it. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / megabyte;
  return megabytes < 1000 ? `${megabytes.toFixed(1)}MB` : `${(megabytes / 1024).toFixed(1)}GB`;
}
