import type { Page } from "@playwright/test";

/** Holds back the answers of an address for requests of one method. @returns a function that releases them. */
export async function holdBack(page: Page, pattern: string | RegExp, method = "GET"): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

/** Lets the service do the work of the next such request, and loses its answer. */
export async function loseAnswer(page: Page, pattern: string | RegExp, method = "POST"): Promise<void> {
  let isLost = false;
  await page.route(pattern, async (route) => {
    if (isLost || route.request().method() !== method) return await route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** Lets the account page ask each of its questions by itself, as it does where a service knows no answer to all of them. */
export async function askApart(page: Page): Promise<void> {
  await page.route(/\/account_page\/?$/, (route) => route.fulfill({ status: 404, json: {} }));
}
