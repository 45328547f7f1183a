export const errorCodes = {
  400: ["invalid"],
  401: ["not_authenticated"],
  403: [
    "pending_approval",
    "access_denied",
    "account_suspended",
    "reauthentication_required",
    "forbidden",
    "limit_reached",
    "cross_site",
  ],
  404: ["not_found"],
  405: ["method_not_allowed"],
  409: ["conflict"],
  413: ["too_large"],
  415: ["unsupported_media_type"],
  421: ["misdirected"],
  429: ["limit_reached"],
  500: ["internal"],
  501: ["not_implemented"],
  503: ["unavailable"],
} as const;

export type ErrorStatus = keyof typeof errorCodes;

export type ErrorCode = (typeof errorCodes)[ErrorStatus][number];
