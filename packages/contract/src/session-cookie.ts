/**
 * Header of a caller that keeps its session in a cookie: the refresh token is then in a cookie that only `refresh/` gets, and not in
 * the answer. Only pages of the portal may send it.
 */
export const SESSION_COOKIE_HEADER = "x-session-cookie";
