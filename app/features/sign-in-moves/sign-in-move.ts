/** Between the start and the end of a move: time for the owner of the old address to object. */
export const waitingDays = 7;

export const moveHeading = "ログインの移し替え";

export const moveMessages = {
  unknownAccount: "このIDのアカウントは見つかりません",
  sameAccount: "同じアカウントには移せません",
  busy: "このアカウントの移し替えは、すでに始まっています",
  gone: "この手続きは、すでに終わっているか、取りやめになっています",
  byLink: "前のメールアドレスに届いたリンクから取りやめました",
  byMember: "ご本人が設定から取りやめました",
  deleted: "片方のアカウントが削除されました",
} as const;
