export const noticesPath = "/admin/notices";

export const letterPath = (id: number): string => `${noticesPath}?letter=${id}`;
