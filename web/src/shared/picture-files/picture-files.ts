/** The files accepted as pictures. */

export const PICTURE_TYPES = [
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/webp',
];
export const PICTURE_MEGABYTES_MAX = 8;

const MEGABYTE = 1024 * 1024;

/** Returns why a file is rejected; null if it is accepted. */
export function rejectionReason(file: File): string | null {
  if (!PICTURE_TYPES.includes(file.type)) {
    return `“${file.name}” is not a PNG, GIF, JPEG, WebP, BMP or ICO image.`;
  }
  return file.size > PICTURE_MEGABYTES_MAX * MEGABYTE
    ? `“${file.name}” is larger than ${PICTURE_MEGABYTES_MAX} MB.`
    : null;
}

/** Returns a file as a `data:` URL. */
export function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error(`${file.name} could not be read`));
    };
    reader.readAsDataURL(file);
  });
}
