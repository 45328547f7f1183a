/** The admin of servers under test (`test/servers/server.ts`). */
export const adminUsername = "admin";
export const adminPassword = "灯台の夜";
/** Of an earlier cost, which is hashed in a tenth of a second. */
export const adminPasswordHash = "scrypt:CQkJCQkJCQkJCQkJCQkJCQ:hSWcDeZ5iKUPn8Pt3XT9WMk19cGWG5PUl4abvuEyzJs";
