"""The words on pictures, from words.en.yaml."""

from pathlib import Path

from pbem.engine.kit.drawing.phrases import PicturePhrases

said = PicturePhrases(Path(__file__).parent / "words.en.yaml")
