/** One thing that an installation needs, and how it is. */
export interface Finding {
  /** What was looked at: 「メール」. */
  title: string;
  /** `off`: not set up, and not needed by everybody. */
  state: "good" | "off" | "warning" | "bad";
  /** What was found. */
  text: string;
  /** What mends it; missing where all is well. */
  remedy?: string;
}

/** As the first character of a line in a terminal. */
export const stateSigns: Record<Finding["state"], string> = { good: "✓", off: "–", warning: "!", bad: "✗" };

export const stateLabels: Record<Finding["state"], string> = {
  good: "正常",
  off: "未設定",
  warning: "注意",
  bad: "異常",
};
