/** Method and path of the calls with which somebody buys: only its pages need them. */
export const buyPaths = {
  readCatalogue: "GET /api/v2/catalogue open",
} as const;
