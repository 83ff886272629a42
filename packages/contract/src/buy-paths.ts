/** Method and path of the calls with which somebody buys: only its pages need them. */
export const buyPaths = {
  readCatalogue: "GET /api/v2/catalogue open",
  takeSeat: "POST /api/1.1/registration_seats/:id/own/",
} as const;
