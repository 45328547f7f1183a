import { z } from "zod";

const unusable = "この操作はできません";

export const stopPushSchema = z.object({ device: z.string(unusable).min(1, unusable).max(100, unusable) });

export const backgroundPlaySchema = z.object({ isOn: z.enum(["on", "off"], unusable) });
