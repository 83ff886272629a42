export const words = {
  at: (date: string, time: string) => `${date}, ${time} UTC`,
};
