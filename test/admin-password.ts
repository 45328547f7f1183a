/** The admin of servers under test (`test/servers/server.ts`). */
export const adminUsername = "admin";
export const adminPassword = "灯台の夜";
export const adminPasswordHash = "scrypt:CQkJCQkJCQkJCQkJCQkJCQ:hSWcDeZ5iKUPn8Pt3XT9WMk19cGWG5PUl4abvuEyzJs";
