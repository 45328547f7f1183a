export interface Finding {
  title: string;
  /** `off`: not set up, and not everybody needs it. */
  state: "good" | "off" | "warning" | "bad";
  text: string;
  remedy?: string;
}

export type Found = Omit<Finding, "title">;

export const good = (text: string): Found => ({ state: "good", text });

export const stateSigns: Record<Finding["state"], string> = { good: "✓", off: "–", warning: "!", bad: "✗" };

export const stateLabels: Record<Finding["state"], string> = {
  good: "正常",
  off: "未設定",
  warning: "注意",
  bad: "異常",
};
