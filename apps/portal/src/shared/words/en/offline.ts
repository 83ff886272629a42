import { number } from "./number.ts";
import { plural } from "./plural.ts";

/** Activating a device without network. */
export const words = {
  unnamed: "Unnamed device",
  offlineTitle: "Activate a Device Without Network",
  offlineHelp:
    "The app on that device shows a request code. Enter it here, scan its QR code, or choose a file: the one that the app saved, or a picture of the QR code.",
  code: "Request code",
  scan: "Scan a QR code",
  scanTitle: "Scan the QR code",
  scanHelp: "Hold the QR code that the app shows in front of the camera.",
  camera: "Picture of the camera",
  cancel: "Cancel",
  scanned: "The QR code was read.",
  cameraFaults: {
    refused:
      "The browser does not let this page use the camera. Allow it in the browser's settings, or choose a picture of the QR code.",
    none: "No camera was found. Choose a picture of the QR code instead.",
    failed:
      "The camera does not work right now. Close other programs that use it and try again, or choose a picture of the QR code.",
  },
  file: "Choose a file or picture",
  next: "Continue",
  faults: {
    empty: "Enter the request code.",
    too_long: "This is longer than a request code can be. Copy the code alone.",
    cut: "This code is incomplete or has been changed. Copy all of it, or make a new one in the app.",
    other_version:
      "This code is from a newer version of the app than we know. Make one with the version that you bought.",
    other_product: "This code is from an app that cannot be activated here.",
  },
  fileFaults: {
    unreadable: "This file cannot be read.",
    noCode: "There is no QR code in this picture. Take one that shows the whole code, sharp and close.",
  },
  found: "This device asks for a file",
  device: "Device",
  platform: "System",
  seat: "Seat",
  seatOf: (name: string, manager: string) => `${name}, managed by ${manager}`,
  seatOfLicense: (seat: string, license: string) => `${seat} (license ${license})`,
  noSeat: "You hold no seat of that product. Ask your Team Manager for one.",
  noFiles: "This product offers no files for devices without network.",
  notPaid: "The paid period of this license has ended, so it offers no file. Ask your Team Manager.",
  until: "Valid until",
  untilOf: (last: string, days: number) =>
    `${last}: after ${number(days)} ${plural(days, "day", "days")}, or earlier with the paid time`,
  another: "Another code",
  make: "Activate and download the file",
  full: "All devices of this license are in use. Which one should this device replace?",
  fullOfFiles: "All devices of this license are in use.",
  fullOfOthers: "They are in use by others, or by freed devices that still work offline. One of them has to end first.",
  showAll: (count: number) => `Show all ${number(count)} ${plural(count, "device", "devices")}`,
  keepsPlace: (device: string, day: string) => `${device} works offline until ${day}, and keeps its place until then.`,
  replaceOf: (device: string) => `Replace ${device}`,
  done: "The file is downloading",
  doneHelp: "Bring the downloaded file to the device, and open it in the app there.",
  doneUntil: (last: string) => `It works there until ${last}.`,
  downloadAgain: "Download it again",
};
