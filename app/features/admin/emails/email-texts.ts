export const emailTextsPath = "/admin/emails";
