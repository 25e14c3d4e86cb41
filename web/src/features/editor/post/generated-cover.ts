import { coverDesign } from '../../../shared/ui/cover-design';

const WIDTH = 1_600;
const HEIGHT = 900;
/** The factor from the plane of the design to pixels. */
const SCALE = WIDTH / 160;
/** The lightness in the light theme: the picture has no themes. */
const LIGHTNESS = 0.9;
const INK_LIGHTNESS = 0.4;

/** Draws the generated cover of a title to a PNG file for upload. */
export async function generatedCover(title: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('this browser has no canvas to draw on');
  }
  draw(context, title);
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!picture) {
    throw new Error('the canvas could not be made a picture');
  }
  return new File([picture], 'generated-cover.png', { type: picture.type });
}

function draw(context: CanvasRenderingContext2D, title: string): void {
  const { hue, turn, large, small, line, initials } = coverDesign(title);
  context.scale(SCALE, SCALE);
  context.fillStyle = `oklch(${LIGHTNESS} 0.045 ${hue})`;
  context.fillRect(0, 0, 160, 90);

  context.save();
  context.translate(80, 45);
  context.rotate((turn * Math.PI) / 180);
  context.translate(-80, -45);
  context.fillStyle = `oklch(${LIGHTNESS - 0.05} 0.06 ${hue})`;
  context.strokeStyle = `oklch(${LIGHTNESS + 0.05} 0.04 ${hue})`;
  context.lineWidth = 1.5;
  for (const { x, y, radius } of [large, small]) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  context.beginPath();
  context.moveTo(-20, line.left);
  context.lineTo(180, line.right);
  context.stroke();
  context.restore();

  const font = getComputedStyle(document.body).fontFamily;
  context.fillStyle = `oklch(${INK_LIGHTNESS} 0.1 ${hue})`;
  context.font = `650 26px ${font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(initials, 80, 47);
}
