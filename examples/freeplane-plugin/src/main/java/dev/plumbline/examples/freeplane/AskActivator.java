package dev.plumbline.examples.freeplane;

import java.util.Dictionary;
import java.util.Hashtable;
import org.freeplane.features.mode.mindmapmode.MModeController;
import org.freeplane.main.osgi.IModeControllerExtensionProvider;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** What the host loads: it touches nothing but the host until somebody opens the window. */
public final class AskActivator implements BundleActivator {
    private @Nullable AskAction action;

    /** Made by the host. */
    public AskActivator() {}

    @Override
    @SuppressWarnings("JdkObsolete") // OSGi takes a Dictionary, and Java has no other one
    public void start(BundleContext context) {
        Dictionary<String, Object> mode = new Hashtable<>();
        mode.put("mode", new String[] {MModeController.MODENAME});
        IModeControllerExtensionProvider provider = controller -> {
            action = new AskAction();
            action.install(controller);
        };
        context.registerService(IModeControllerExtensionProvider.class.getName(), provider, mode);
    }

    @Override
    public void stop(BundleContext context) {
        if (action != null) {
            action.closeAll();
        }
    }
}
